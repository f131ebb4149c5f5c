"""The names of the rival systems, apart from the systems so that a choice can be offered before any of them is loaded."""

from typing import Literal

Heuristic = Literal["nearest", "most-similar-sentence", "cut-and-paste", "jing"]
TranslationModel = Literal["model1", "hmm", "model4"]
Learnt = Literal[TranslationModel, "eflomal"]
Rival = Literal[Heuristic, Learnt]
