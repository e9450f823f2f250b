"""Opens new stores in the same moments as other processes that run this too, and puts one answer in each.

Arguments: the folder, the number of this process, the number of processes, the number of stores.
"""

import sys
import time
from pathlib import Path

from rightreasons.errors import RightReasonsError
from rightreasons.labels import TWO_WAY, Label
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.response import Response
from rightreasons.predictors.store.store import Store

folder = Path(sys.argv[1])
number, processes, stores = (int(each) for each in sys.argv[2:])
model = Identity("rule", "always", TWO_WAY, checksum="1")
failures = 0
for turn in range(stores):
    (folder / f"{turn}-{number}.ready").touch()
    while not all((folder / f"{turn}-{each}.ready").exists() for each in range(processes)):
        time.sleep(0.0003)
    try:
        with Store.open(folder / f"{turn}.sqlite") as store:
            store.put(model, "a model", {str(number): Response(Label.ENTAILMENT)})
    except RightReasonsError:
        failures += 1
sys.exit(failures)
