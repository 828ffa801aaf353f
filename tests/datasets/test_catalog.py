from pathlib import Path

import pytest

from defeasible.datasets import BENCHMARKS, benchmark, builtin, inventory, locate
from defeasible.reasoner.errors import DatasetError, UsageError


def test_the_four_benchmarks() -> None:
    assert [b.name for b in BENCHMARKS] == ["belief-r", "ccons", "pasta", "corecode"]
    assert [b.folder for b in BENCHMARKS] == ["belief_r", "ccons", "pasta", "corecode"]
    assert [len({f.path for f in b.sources[0].files}) for b in BENCHMARKS] == [2, 8, 3, 48]
    for known in BENCHMARKS:
        assert known.licence
        assert known.citation
        for file in known.files:
            assert file.sha256 is None or len(file.sha256) == 64


def test_where_files_come_from() -> None:
    addresses = [source.url(source.files[0].path) for known in BENCHMARKS for source in known.sources]
    raw = "https://raw.githubusercontent.com"
    assert addresses == [
        f"{raw}/HLTCHKUST/belief-revision/e9cec77b14e7deea9d26b3b04c41fc08ab2094e3"
        "/dataset/belief_r/basic_time_t.csv",
        "https://huggingface.co/datasets/CAiRE/belief_r/resolve/3719f5804c63318037465fecf298a7fd78d99121/test.csv",
        f"{raw}/cfkazu/Counter-Commonsense-Context/5d6356d2e6b0f8b9664d8d2f064b10afb57d29cb"
        "/dataset/normal_auto_new.csv",
        f"{raw}/StonyBrookNLP/pasta/20e903508eefb0ef2ff503e7e31dbae2769a4132/data/tr_data.jsonl",
        f"{raw}/danshi777/CORECODE/b38f6f38cdc1491b8b9e6c1e7a058739a2d9f12f"
        "/data/easy/multiple_choice/train/Commonsense_Knowledge_Filling.jsonl",
    ]
    assert all(
        source.prefix.split("/")[-2] in source.page for known in BENCHMARKS for source in known.sources[:1]
    )


def test_a_source_by_name() -> None:
    known = benchmark("belief-r")
    assert known.source() == known.source("github") == known.sources[0]
    assert known.source("huggingface") == known.sources[1]
    with pytest.raises(UsageError, match=r"unknown source 'huggingface' of pasta\n.*choose from github"):
        benchmark("pasta").source("huggingface")


def test_unknown_benchmark() -> None:
    with pytest.raises(
        UsageError, match=r"unknown benchmark 'belief_r'\n.*choose from belief-r, ccons, pasta, corecode"
    ):
        benchmark("belief_r")


def test_locate(tmp_path: Path) -> None:
    (tmp_path / "belief_r").mkdir()
    (tmp_path / "pasta").write_text("a file")
    assert locate(tmp_path, "belief-r") == tmp_path / "belief_r"
    with pytest.raises(DatasetError, match=r"ccons` does not exist\n.*github.com/cfkazu"):
        locate(tmp_path, "ccons")
    with pytest.raises(DatasetError, match="pasta` is not a directory"):
        locate(tmp_path, "pasta")
    with pytest.raises(DatasetError, match=r"nowhere` does not exist\n.*belief_r/, ccons/"):
        locate(tmp_path / "nowhere", "ccons")
    with pytest.raises(DatasetError, match=rf"one level up: `{tmp_path}`"):
        locate(tmp_path / "belief_r", "belief-r")


def test_inventory_places_every_official_file(tmp_path: Path) -> None:
    (tmp_path / "pasta").mkdir()
    (tmp_path / "pasta" / "te_data.jsonl").write_text("{}")
    listed = list(inventory(tmp_path))
    assert len(listed) == 62
    assert [placed.path for placed in listed if placed.present] == [tmp_path / "pasta" / "te_data.jsonl"]


def test_the_built_in_suites_are_files_of_all_benchmarks() -> None:
    present = {p.benchmark.name for p in inventory(builtin.data_dir()) if p.present}
    assert present == {"belief-r", "ccons", "corecode", "pasta"}
