"""Finding a case among many without listing them all."""

from __future__ import annotations

from components.ui.case_picker import MAX_MATCHES, MAX_NEIGHBOURS, listed

MANY = [f"patient{number:06d}_study1_view1_frontal" for number in range(250_000)]


def test_without_a_search_the_neighbours_are_listed() -> None:
    options, n_matches = listed(MANY, "", MANY[1000])
    assert len(options) == MAX_NEIGHBOURS
    assert MANY[1000] in options
    assert n_matches == len(MANY)


def test_the_first_and_the_last_case_have_neighbours_too() -> None:
    assert listed(MANY, "", MANY[0])[0] == MANY[:MAX_NEIGHBOURS]
    assert listed(MANY, "", MANY[-1])[0] == MANY[-MAX_NEIGHBOURS:]


def test_every_word_must_be_in_the_id() -> None:
    options, n_matches = listed([*MANY, "patient7_study2_view2_lateral"], "LATERAL patient7", MANY[0])
    assert options == ["patient7_study2_view2_lateral"]
    assert n_matches == 1


def test_no_match_is_an_empty_list() -> None:
    assert listed(MANY, "nobody", MANY[0]) == ([], 0)


def test_a_search_among_250000_cases_lists_what_fits() -> None:
    options, n_matches = listed(MANY, "frontal 1", MANY[0])
    assert len(options) == MAX_MATCHES
    assert n_matches > MAX_MATCHES


def test_a_short_list_is_whole() -> None:
    assert listed(MANY[:3], "", MANY[1]) == (MANY[:3], 3)
