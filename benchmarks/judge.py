"""What the entailment judge knows and costs: `python benchmarks/judge.py [--folder FOLDER] [--every 1]`.

Accuracy on entailment sets that it was not trained on (glue_diagnostic, anli_dev_nc), and CPU time for each pair. What it is
worth to `sumtrace check` is printed by `benchmarks/check.py`.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import msgspec
import numpy as np

from sumtrace import files
from sumtrace.checking.judge.shipped import FOLDER, MODEL, ShippedJudge
from sumtrace.evaluation.detection import roc_auc
from sumtrace.meaning.cache import DiskCache

ROOT = Path(__file__).parents[1]
LABELS = {"entailment": 0, "neutral": 1, "contradiction": 2}
SETS = ("glue_diagnostic", "anli_dev_nc")


def main() -> None:
    """Read the arguments and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    options.add_argument("--folder", type=Path, default=FOLDER, help="where scripts/train_judge.py wrote the judge")
    options.add_argument("--every", type=int, default=1, help="use every n-th pair")
    chosen = options.parse_args()
    judge = ShippedJudge(chosen.folder, DiskCache(Path(tempfile.mkdtemp()) / "opinions"))
    judge.judge([("It rained.", "It was dry.")])
    print(f"judge: {(chosen.folder / MODEL).stat().st_size / 1e6:.1f} MB\n")
    print("| entailment set | pairs | accuracy | contradiction against entailment, AUC | ms of CPU each |")
    print("|---|---|---|---|---|")
    for name in SETS:
        rows = [msgspec.json.decode(line) for _, line in files.lines(chosen.data / "nli" / f"{name}.jsonl.gz")]
        rows = rows[:: chosen.every]
        begun = time.process_time()
        found = np.array([told[:3] for told in judge.judge([(row["premise"], row["hypothesis"]) for row in rows])])
        spent = 1000 * (time.process_time() - begun) / len(rows)
        labels = np.array([LABELS[row["label"]] for row in rows])
        told = labels != LABELS["neutral"]
        auc = roc_auc((labels[told] == LABELS["contradiction"]).astype(float), found[told, 2] - found[told, 0])
        print(f"| {name} | {len(rows):,} | {(found.argmax(1) == labels).mean():.3f} | {auc:.3f} | {spent:.1f} |")


if __name__ == "__main__":
    main()
