"""Word forms of English, for every reader in the house: irregular forms, inflection, stems, singulars, slips.

It knows words, not sentences, and nothing of who reads them. Word classes that steer one reader stay with it.
"""
