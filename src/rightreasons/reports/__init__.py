"""Findings for people: terminal tables and pages. No numbers of its own."""
