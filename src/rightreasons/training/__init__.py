"""How models are trained: recipes, one loop for all models, exact resume.

The objective ``(model, batch, state) -> loss`` and the hook ``after_dev(predictions, state)`` come from
outside (`rightreasons.training.state`); which one it is, is the business of `rightreasons.debiasing`.
"""
