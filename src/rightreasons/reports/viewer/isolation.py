"""What keeps the viewer to this machine and its pages to themselves: hosts, origins, policies."""

from email.message import Message

LOOPBACK = "127.0.0.1"
HOSTS = ("127.0.0.1", "localhost")
OWN_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# A report may come from somebody else's run. Its scripts run in an origin of their own, which can read
# neither the list nor other reports, and reach no network; what it allows itself is in its own <meta>.
REPORT_POLICY = (
    "sandbox allow-scripts allow-downloads allow-modals; default-src 'none'; "
    "style-src 'unsafe-inline'; script-src 'unsafe-inline' 'unsafe-eval'; img-src data: blob:; "
    "font-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def refusal(headers: Message) -> str | None:
    """Return why a request is not answered, or None.

    Parameters
    ----------
    headers
        Of the request.

    Notes
    -----
    A page that a name server has moved to this machine (DNS rebinding) still names its own host. A page of
    another site may link here, and may not load anything from here.
    """
    if [_host(each) for each in headers.get_all("Host", [])] not in [[host] for host in HOSTS]:
        return f"this page is for {' or '.join(HOSTS)} alone"
    site, into = headers.get("Sec-Fetch-Site", "none"), headers.get("Sec-Fetch-Dest", "document")
    if site not in ("none", "same-origin") and into != "document":
        return "other sites may not load this"
    return None


def _host(header: str) -> str:
    """Return the host without its port, which a tunnel may change."""
    name, separator, port = header.rpartition(":")
    return (name if separator and port.isdecimal() else header).lower()
