"""The parts of the LLM judge: prompts, what is sent and received, what an answer means, what it costs."""
