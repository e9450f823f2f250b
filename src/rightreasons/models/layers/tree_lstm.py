"""The binary TreeLSTM for all trees of a batch at once."""

import torch
from torch import Tensor, nn

from rightreasons.models.layers.tree_order import TreeSchedule


class TreeLSTM(nn.Module):
    """Joins two constituents into one (Tai et al. 2015; Bowman et al. 2016, where nothing is tracked).

    With [i, f_l, f_r, o, g] = W [h_l, h_r] + b, c = s(f_l) c_l + s(f_r) c_r + s(i) tanh(g), h = s(o) tanh(c).

    Parameters
    ----------
    size
        D, the size of h and of c.
    """

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size
        self.gates = nn.Linear(2 * size, 5 * size)
        nn.init.kaiming_normal_(self.gates.weight)
        nn.init.zeros_(self.gates.bias)
        with torch.no_grad():
            self.gates.bias[size : 3 * size] = 1  # forget little at first, as the released code does

    def forward(self, words: Tensor, schedule: TreeSchedule) -> Tensor:
        """Return h of every root.

        Parameters
        ----------
        words
            h and c of every word in the order of the schedule, shape (W, 2 D).
        schedule
            Which words and nodes become one.

        Returns
        -------
        Tensor
            Shape (trees, D).
        """
        order = torch.from_numpy(schedule.order).to(words.device, non_blocking=True)
        levels = zip(
            torch.split(order, list(schedule.sizes)),
            torch.split(words, list(schedule.word_counts)),
            strict=True,
        )
        composed = words[:0]
        nodes = words[:0]
        for number, (place, new_words) in enumerate(levels):
            if number:
                composed = self.compose(nodes.view(-1, 2, 2 * self.size))
            nodes = torch.cat([composed, new_words])[place]  # (n, 2 D): siblings are neighbours
        return nodes[:, : self.size]

    def compose(self, children: Tensor) -> Tensor:
        """Return h and c of parents, shape (n, 2 D), from those of their two children, shape (n, 2, 2 D)."""
        h, c = children.chunk(2, dim=2)
        gates = self.gates(h.flatten(1))  # (n, 5 D)
        gated = gates[:, : 4 * self.size].sigmoid()
        enters, left, right, out = gated.chunk(4, dim=1)
        cell = left * c[:, 0] + right * c[:, 1] + enters * gates[:, 4 * self.size :].tanh()
        return torch.cat([out * cell.tanh(), cell], dim=1)
