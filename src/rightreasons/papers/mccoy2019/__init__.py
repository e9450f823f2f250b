"""McCoy, Pavlick and Linzen (2019), "Right for the Wrong Reasons": its steps, and whether templates fit."""
