"""What is known of the run's surroundings: what the log says, and what the caller knows of the command that ran."""

from rootrank.environment.facts import facts_of
from rootrank.environment.run import RunContext, script_of

__all__ = ["RunContext", "facts_of", "script_of"]
