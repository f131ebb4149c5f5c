from collections import Counter

from sumtrace.corpus.sampling import sample


def test_a_sample_is_even_ordered_and_the_same_for_a_seed():
    drawn = [sample(iter(range(12)), 4, seed=seed) for seed in range(300)]
    assert drawn[7] == sample(range(12), 4, seed=7)
    assert all(each == sorted(set(each)) and len(each) == 4 for each in drawn)
    counts = Counter(number for each in drawn for number in each)
    assert len(counts) == 12
    assert all(65 < count < 135 for count in counts.values())  # 100 expected; 4 standard deviations


def test_fewer_than_the_size_are_all_taken():
    assert sample("abc", 99, seed=0) == ["a", "b", "c"]
