"""Rankings over many events or games under one rule: points by place, base ranks, league tables."""

from scoring.rankings.contests import Contest, PersonResult, RankingPenalty
from scoring.rankings.files import RANKING_RULES, ranking_rule
from scoring.rankings.ranking import RankingRow, rank
from scoring.rankings.rule import RankingRule

__all__ = [
    "RANKING_RULES",
    "Contest",
    "PersonResult",
    "RankingPenalty",
    "RankingRow",
    "RankingRule",
    "rank",
    "ranking_rule",
]
