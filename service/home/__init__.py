"""A game told to a home: MQTT with Home Assistant's discovery, and webhooks. It asks the server by its API."""

from service.home.news import News, news_of

__all__ = ["News", "news_of"]
