"""What `train` is made of: data, method, plan, pool of seeds, many trainings at once, search of a grid."""
