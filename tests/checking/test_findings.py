import functools

import pytest

from sumtrace.checking import Checker, check
from sumtrace.checking.facts.names import read_names, same_name

FERRY = (
    "The Corran Isle ferry will return to service on Monday 14 April after a refit that took eighteen months. "
    "The vessel was given two new engines at a cost of £4.2 million. Fares will not change this year. "
    "Captain Moira Tennant said that sales of tickets rose by 12 per cent. The council backed the plan by 17 votes to 14. "
    "Some residents complained that the work was late. More than 50 cars can now be carried. "
    "The lower deck could open within two years."
)


@functools.cache
def checker():
    return Checker(judge=False)


def findings(summary, document=FERRY):
    found = check(document, summary, checker=checker())
    return [(finding.kind, finding.said, finding.source) for claim in found.claims for finding in claim.findings]


@pytest.mark.parametrize(
    ("summary", "kind", "said", "source"),
    [
        ("The new engines cost £4.7 million.", "number", "£4.7 million", "£4.2 million"),
        ("The ferry returns to service on Tuesday 14 April.", "weekday", "Tuesday", "Monday"),
        ("The ferry returns to service on 24 April.", "date", "24 April", "14 April"),
        ("The council backed the plan by 14 votes to 17.", "number", "14 votes to 17", "17 votes to 14"),
        ("Sales of tickets fell by 12%.", "opposite", "fell", "rose"),
        ("Fares will change this year.", "negation", "change", "not change"),
        ("All residents complained that the work was late.", "quantity", "All residents", "Some residents"),
        ("The lower deck will open within two years.", "certainty", "will open", "could open"),
        ("Fewer than 50 cars can be carried.", "opposite", "Fewer", "More"),
        ("Captain Boris Zorin said that sales of tickets rose.", "name", "Boris Zorin", "Moira Tennant"),
    ],
)
def test_a_fact_stated_otherwise_is_found_with_both_sides(summary, kind, said, source):
    assert (kind, said) in [(found[0], found[1]) for found in findings(summary)]
    assert source in [found[2] for found in findings(summary)] or kind == "name"


@pytest.mark.parametrize(
    "summary",
    [
        "The ferry comes back on Mon. 14 April after a year and a half.",
        "The two new engines cost £4.2m.",
        "The council backed the plan by 17 to 14.",
        "Ticket sales rose 12%.",
        "Fares won't change this year.",
        "Moira Tennant is the captain of the ferry.",
        "Some residents complained.",
        "The lower deck might open in two years.",
        "Over 50 cars fit on the ferry.",
        "No fewer than 50 cars fit on the ferry.",
    ],
)
def test_the_same_fact_in_other_words_is_no_finding(summary):
    assert findings(summary) == []


def test_a_number_that_counts_something_else_is_no_finding():
    document = "The library lent 1,200 books in May. Its roof needs repairs. The mayor has three dogs."
    assert findings("The roof of the library has 40 holes.", document) == []


def test_the_only_weekday_of_a_document_is_compared_wherever_it_stands():
    document = "The council voted on Monday to close the old pool. Nine were in favour and five against."
    assert findings("They voted nine to five on Tuesday.", document) == [("weekday", "Tuesday", "Monday")]
    assert findings("They voted nine to five on Monday.", document) == []
    claim = check(document, "They voted nine to five on Tuesday.", checker=checker()).claims[0]
    assert [one.sentence for one in claim.evidence] == [0, 1]  # the sentence with the fact comes first


def test_roles_turned_round_are_found():
    document = "On Sunday the federation sued the company. Nobody was surprised."
    assert findings("The company sued the federation on Sunday.", document)[0][0] == "roles"
    assert findings("The federation sued the company on Sunday.", document) == []
    document = "The hauliers' federation sued the bridge company on Sunday."
    assert findings("The bridge company sued the hauliers' federation.", document)[0][0] == "roles"


def test_roles_are_found_behind_another_verb_and_in_the_passive():
    document = "On Sunday Amara Diallo beat Viktor Leszek in the final."
    assert findings("Viktor Leszek defeated Amara Diallo in the final.", document)[0][0] == "roles"
    assert findings("Amara Diallo was beaten by Viktor Leszek in the final.", document)[0][0] == "roles"
    assert findings("Amara Diallo defeated Viktor Leszek in the final.", document) == []


def test_two_sides_of_a_match_are_no_opposites():
    document = "Marlow Rovers lost to Eastgate on Saturday."
    assert findings("Eastgate beat Marlow Rovers on Saturday.", document) == []
    assert findings("Marlow Rovers beat Eastgate on Saturday.", document)[0][:2] == ("opposite", "beat")


def test_every_wrong_figure_of_a_sentence_is_found():
    document = "The council approved the new bridge on Monday by 17 votes to 14. It will cost £4.2 million. Work starts in May."
    summary = "The council approved the £4.7 million bridge on Tuesday by 14 votes to 17."
    assert {found[1] for found in findings(summary, document)} == {"£4.7 million", "Tuesday", "14 votes to 17"}


def test_the_only_amount_of_a_document_is_found_wherever_it_stands():
    document = "The council approved the bridge. Many came. The mayor spoke. A band played. Children sang. It will cost £4.2 million."
    assert findings("The council approved the £4.2m bridge.", document) == []


def test_somebody_elses_title_is_found():
    document = (
        "The old planetarium was rescued by the caretaker, Emil Brandt. Nobody was charged. Admission is free this year. "
        "Director Sofia Kern hopes that more visitors will come."
    )
    assert findings("Caretaker Sofia Kern saved the planetarium.", document)[0][:2] == ("name", "Sofia Kern")
    assert findings("Caretaker Emil Brandt saved the planetarium.", document) == []


def test_dates_that_share_a_day_need_less_to_differ():
    document = "The telescope picked up a repeating signal from a dwarf galaxy on the night of 18 August 2024."
    assert findings("The signal was recorded on 18 August 2021.", document)[0][:2] == ("date", "18 August 2021")


def test_a_negation_that_both_have_hides_no_other():
    document = "Plugins made for version 4 will not work without changes."
    assert findings("Plugins for version 4 work without changes.", document)[0][0] == "negation"
    assert findings("Plugins for version 4 will not work without changes.", document) == []


def test_none_for_most_is_found():
    document = "Most of the farmers in the valley have stored more water this spring."
    assert findings("None of the farmers in the valley stored water this spring.", document)[0][0] == "quantity"


def test_the_passive_turns_nothing_round():
    document = "On Sunday the federation sued the company."
    assert findings("The company was sued by the federation on Sunday.", document) == []


def test_names_leave_titles_and_days_out():
    words = "On Monday President Ana Solis met the United Nations".split()
    tags = "IN NNP NNP NNP NNP VBD DT NNP NNPS".split()
    assert read_names(words, tags) == [(3, 5), (7, 9)]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (["un"], ["united", "nations"], True),
        (["ana", "solis"], ["solis"], True),
        (["spain"], ["spanish"], True),
        (["howard", "flint"], ["priya", "nandan"], False),
    ],
)
def test_same_names(one, other, same):
    assert same_name(one, other) is same


RECIPE = (
    "passage 1 : Step 2 : Rinse the beans.\n3 Soak the beans overnight.\n4 Boil the beans for two hours with a bay leaf.\n"
    "5 Drain them and serve with oil."
)


@pytest.mark.parametrize(
    "summary",
    [
        "2. Soak the beans overnight.\n3. Boil the beans for two hours with a bay leaf.",
        "2 Soak the beans overnight.\n3 Boil the beans for two hours with a bay leaf.",
        "Boil the beans for two hours with a bay leaf (passages 2 and 3).",
        "In step 3 one boils the beans for two hours.",
    ],
)
def test_numbers_of_items_steps_and_passages_count_nothing(summary):
    assert findings(summary, RECIPE) == []
    assert findings(summary.replace("two hours", "three hours").replace("overnight", "for an hour"), RECIPE)


def test_a_number_at_the_head_of_a_lone_sentence_counts_something():
    document = "15 Frenchmen reached the summit on Sunday. The weather was fine."
    assert findings("12 Frenchmen reached the summit on Sunday.", document) == [("number", "12", "15")]


def test_a_number_behind_the_sentence_of_a_source_counts_something():
    document = "The fire was put out by dawn, according to two sources. 15 firemen were hurt in the blaze on Sunday."
    summary = "The fire was put out, according to sources. 12 firemen were hurt in the blaze on Sunday."
    assert ("number", "12", "15") in findings(summary, document)


def test_what_is_copied_word_for_word_is_no_finding():
    document = "The committee rejected the plan. Half of the members eat fish with rice and half of them eat fish without rice."
    assert findings("Half of the members eat fish with rice.", document) == []


def test_a_claim_that_tells_both_opposites_is_no_finding():
    document = "Sales of cars rose sharply in the south of the country last year."
    assert findings("Sales of cars fell sharply in the south last year.", document)
    assert findings("Sales of cars rose and fell sharply in the south last year.", document) == []


def test_a_question_is_no_statement_of_less_certainty():
    told = "Ann and Emily could take care of the food."
    assert [kind for kind, _, _ in findings("Ann and Emily will take care of the food.", told)] == ["certainty"]
    assert (
        findings("Ann and Emily will take care of the food.", "Ann and Emily, could you take care of the food?") == []
    )


ORDERS = "Orders at Brandel rose 12% in the third quarter, but profit fell because of higher freight costs."


def test_of_two_opposites_in_a_sentence_each_belongs_to_its_subject():
    assert findings("Profit rose because of higher freight costs.", ORDERS) == [("opposite", "rose", "fell")]
    assert findings("Profit fell because of higher freight costs.", ORDERS) == []
    assert findings("Orders rose in the third quarter.", ORDERS) == []
