"""Pictures, scenes and games with exact truth that the project itself makes."""
