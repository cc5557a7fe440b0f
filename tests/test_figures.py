"""What the shape of the code promises (docs/decisions/0015): read from the imports, nothing is run."""

from docs.figures import circles, module_graph, package_graph, reached


def test_entering_a_sheet_needs_fewer_than_sixty_one_modules_and_none_of_the_search():
    needed = reached(module_graph(for_types=False), "tournament.desk.views")
    assert len(needed) < 61
    assert not [name for name in needed if name.startswith(("seating.search", "seating.plans", "tournament.planning"))]


def test_no_modules_and_no_packages_need_each_other():
    uses = module_graph(for_types=True)
    assert circles(uses) == 0
    assert circles(package_graph(uses)) == 0
