#!/bin/sh
# Makes the runs that docs/results-models.md is made of: SmolLM2 alone, logic alone, and both, on items of the open data
# that are drawn with seed 0. `make results-models DATA=data` does this and writes the page. A run that is there
# already is gone on with, so that a second call asks nothing twice.
#
# usage: benchmarks/models.sh DATA OUT [DEFEASIBLE]     DATA holds belief_r/, ccons/, pasta/
set -eu
data=$1 out=$2 defeasible=${3:-defeasible}

run() { # NAME MODEL OPTIONS...: the grammar reads, options are scored
    name=$1 model=$2
    shift 2
    "$defeasible" run --model "$model" --parser grammar --answer-by score --data-dir "$data" "$@" --out "$out/$name"
}
alone() { # NAME OPTIONS...: the model alone, asked in another way
    name=$1
    shift
    "$defeasible" run --task ccons/context --pipeline neural --model smollm2 --data-dir "$data" --limit 100 "$@" \
        --out "$out/prompts/$name"
}

run smollm2 smollm2 --pipeline all --task belief-r/t1,ccons --limit 100
run smollm2-more smollm2 --pipeline all --task belief-r/t,pasta/state --limit 60
run smollm2-hf smollm2:hf --pipeline neural,hybrid --task ccons --limit 100
# Other ways to ask stand beside each other in `defeasible compare`, and not on the page.
alone generate --answer-by generate
alone cloze --answer-by score --prompt cloze
for shots in 1 2; do
    alone "shots-$shots" --answer-by score --shots "$shots"
done
alone nearest-1 --answer-by score --shots 1 --shots-by nearest
