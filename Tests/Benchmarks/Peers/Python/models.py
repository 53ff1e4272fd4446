"""The documents as users of msgspec declare them: one type per object, with the fields of the Swift models."""

from __future__ import annotations

from msgspec import Struct, field


class Base(Struct, omit_defaults=True):
    """Omits fields that are None when it is written, as the Swift models do."""


class Account(Base, kw_only=True, rename="camel"):
    id: int
    login: str
    name: str
    email: str | None = None
    company: str | None = None
    is_administrator: bool
    followers: int
    score: float
    roles: list[str]
    created_at: str
    address: Address


class Address(Base, kw_only=True, rename="camel"):
    street: str
    city: str
    postal_code: str


class FeatureCollection(Base, kw_only=True):
    kind: str = field(name="type")
    features: list[Feature]


class Feature(Base, kw_only=True):
    kind: str = field(name="type")
    properties: Properties
    geometry: Geometry


class Properties(Base, kw_only=True):
    name: str


class Geometry(Base, kw_only=True):
    kind: str = field(name="type")
    coordinates: list[list[list[float]]]


class Catalog(Base, kw_only=True, rename="camel"):
    area_names: dict[str, str]
    audience_sub_category_names: dict[str, str]
    block_names: dict[str, str]
    events: dict[str, Event]
    performances: list[Performance]
    seat_category_names: dict[str, str]
    sub_topic_names: dict[str, str]
    subject_names: dict[str, str]
    topic_names: dict[str, str]
    topic_sub_topics: dict[str, list[int]]
    venue_names: dict[str, str]


class Event(Base, kw_only=True, rename="camel"):
    description: str | None = None
    id: int
    logo: str | None = None
    name: str
    sub_topic_ids: list[int]
    subject_code: str | None = None
    subtitle: str | None = None
    topic_ids: list[int]


class Performance(Base, kw_only=True, rename="camel"):
    event_id: int
    id: int
    logo: str | None = None
    name: str | None = None
    prices: list[Price]
    seat_categories: list[SeatCategory]
    seat_map_image: str | None = None
    start: int
    venue_code: str


class Price(Base, kw_only=True, rename="camel"):
    amount: int
    audience_sub_category_id: int
    seat_category_id: int


class SeatCategory(Base, kw_only=True, rename="camel"):
    areas: list[Area]
    seat_category_id: int


class Area(Base, kw_only=True, rename="camel"):
    area_id: int
    block_ids: list[int]


class Search(Base, kw_only=True):
    statuses: list[Status]
    search_metadata: SearchMetadata


class SearchMetadata(Base, kw_only=True):
    completed_in: float
    max_id: int
    max_id_str: str
    next_results: str
    query: str
    refresh_url: str
    count: int
    since_id: int
    since_id_str: str


class Status(Base, kw_only=True):
    metadata: Metadata
    created_at: str
    id: int
    id_str: str
    text: str
    source: str
    truncated: bool
    in_reply_to_status_id: int | None = None
    in_reply_to_status_id_str: str | None = None
    in_reply_to_user_id: int | None = None
    in_reply_to_user_id_str: str | None = None
    in_reply_to_screen_name: str | None = None
    user: User
    geo: Point | None = None
    coordinates: Point | None = None
    place: str | None = None
    contributors: list[int] | None = None
    retweet_count: int
    favorite_count: int
    entities: Entities
    favorited: bool
    retweeted: bool
    possibly_sensitive: bool | None = None
    lang: str
    retweeted_status: Status | None = None


class Metadata(Base, kw_only=True):
    result_type: str
    iso_language_code: str


class Point(Base, kw_only=True):
    kind: str = field(name="type")
    coordinates: list[float]


class User(Base, kw_only=True):
    id: int
    id_str: str
    name: str
    screen_name: str
    location: str
    description: str
    url: str | None = None
    entities: UserEntities
    protected: bool
    followers_count: int
    friends_count: int
    listed_count: int
    created_at: str
    favourites_count: int
    utc_offset: int | None = None
    time_zone: str | None = None
    geo_enabled: bool
    verified: bool
    statuses_count: int
    lang: str
    contributors_enabled: bool
    is_translator: bool
    is_translation_enabled: bool
    profile_background_color: str
    profile_background_image_url: str
    profile_background_image_url_https: str
    profile_background_tile: bool
    profile_image_url: str
    profile_image_url_https: str
    profile_banner_url: str | None = None
    profile_link_color: str
    profile_sidebar_border_color: str
    profile_sidebar_fill_color: str
    profile_text_color: str
    profile_use_background_image: bool
    default_profile: bool
    default_profile_image: bool
    following: bool
    follow_request_sent: bool
    notifications: bool


class UserEntities(Base, kw_only=True):
    description: Links
    url: Links | None = None


class Links(Base, kw_only=True):
    urls: list[Link]


class Entities(Base, kw_only=True):
    hashtags: list[Hashtag]
    symbols: list[Hashtag]
    urls: list[Link]
    user_mentions: list[Mention]
    media: list[Media] | None = None


class Hashtag(Base, kw_only=True):
    text: str
    indices: list[int]


class Link(Base, kw_only=True):
    url: str
    expanded_url: str
    display_url: str
    indices: list[int]


class Mention(Base, kw_only=True):
    screen_name: str
    name: str
    id: int
    id_str: str
    indices: list[int]


class Media(Base, kw_only=True):
    id: int
    id_str: str
    indices: list[int]
    media_url: str
    media_url_https: str
    url: str
    display_url: str
    expanded_url: str
    kind: str = field(name="type")
    sizes: dict[str, Size]
    source_status_id: int | None = None
    source_status_id_str: str | None = None


class Size(Base, kw_only=True):
    w: int
    h: int
    resize: str


class TimelineStatus(Base, kw_only=True):
    created_at: str
    id: int
    id_str: str
    text: str
    source: str
    truncated: bool
    in_reply_to_status_id: int | None = None
    in_reply_to_status_id_str: str | None = None
    in_reply_to_user_id: int | None = None
    in_reply_to_user_id_str: str | None = None
    in_reply_to_screen_name: str | None = None
    user: TimelineUser
    geo: Point | None = None
    coordinates: Point | None = None
    place: str | None = None
    contributors: list[int] | None = None
    is_quote_status: bool
    retweet_count: int
    favorite_count: int
    entities: Entities
    favorited: bool
    retweeted: bool
    possibly_sensitive: bool
    lang: str
    retweeted_status: TimelineStatus | None = None


class TimelineUser(User, kw_only=True):
    has_extended_profile: bool
    translator_type: str


MODELS = {
    "account": Account,
    "canada": FeatureCollection,
    "citm_catalog": Catalog,
    "twitter": Search,
    "twitter_api_response": list[TimelineStatus],
}
