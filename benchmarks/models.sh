#!/bin/sh
# Makes the runs that docs/results-models.md is made of: SmolLM2 alone, logic alone, and both, on items of the open data
# that are drawn with seed 0, and SmolLM2 alone asked in several ways. `make results-models DATA=data` does this and
# writes the page. A run that is there already is gone on with, so that a second call asks nothing twice.
#
# usage: benchmarks/models.sh DATA OUT [DEFEASIBLE]     DATA holds belief_r/, ccons/, pasta/, corecode/
set -eu
data=$1 out=$2 defeasible=${3:-defeasible}

run() { # NAME MODEL OPTIONS...: the grammar reads; options are scored, texts are written
    name=$1 model=$2
    shift 2
    "$defeasible" run --model "$model" --parser grammar --answer-by score --data-dir "$data" "$@" --out "$out/$name"
}
ask() { # NAME OPTIONS...: the model alone, on the same items
    name=$1
    shift
    "$defeasible" run --model smollm2 --pipeline neural --task belief-r/t1 --limit 20 --data-dir "$data" "$@" \
        --out "$out/prompts/$name"
}

run choices smollm2 --pipeline all --task belief-r/t1,ccons --limit 100
run choices-hf smollm2:hf --pipeline neural,hybrid --task ccons --limit 100
run more-choices smollm2 --pipeline all --task belief-r/t,pasta/state --limit 60
run rewriting smollm2 --pipeline all --task pasta/revision,pasta/change --limit 20

# Examples of `defeasible make belief-r/t1 --n 24 --seed 1`: in the style of the benchmark, and not of it.
ask direct --answer-by score
ask direct-written --answer-by generate
for by in fixed random nearest; do
    for shots in 1 3 5; do
        ask "$by-$shots" --answer-by score --shots "$shots" --shots-by "$by" --shots-from benchmarks/shots.jsonl
    done
done
ask cot --prompt cot --answer-by generate --max-tokens 128

# It hardly knows Chinese: ten items show what it costs to ask.
run dialogues smollm2 --pipeline all --task corecode/cause --split held-out --subset hard --limit 10 --max-tokens 48
