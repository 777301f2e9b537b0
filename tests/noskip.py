"""A pytest plugin for a run in which nothing may be skipped: ``-p tests.noskip``."""

import pytest


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run when a test was skipped; its reason stands in the summary."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = len(reporter.stats.get("skipped", []))
    if skipped and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        reporter.write_line(f"\n{skipped} skipped: in this run that is a failure", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
