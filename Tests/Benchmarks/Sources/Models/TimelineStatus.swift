/// An element of twitter_api_response.json, a typical response.
package struct TimelineStatus: ModelCodable, Sendable {
    let createdAt: String
    let id: Int64
    let idStr: String
    let text: String
    let source: String
    let truncated: Bool
    let inReplyToStatusID: Int64?
    let inReplyToStatusIDStr: String?
    let inReplyToUserID: Int64?
    let inReplyToUserIDStr: String?
    let inReplyToScreenName: String?
    let user: TimelineUser
    let geo: TwitterStatus.Point?
    let coordinates: TwitterStatus.Point?
    let place: String?
    let contributors: [Int64]?
    let isQuoteStatus: Bool
    let retweetCount: Int
    let favoriteCount: Int
    let entities: TwitterEntities
    let favorited: Bool
    let retweeted: Bool
    let possiblySensitive: Bool
    let lang: String
    let retweetedStatus: Box<TimelineStatus>?

    enum CodingKeys: String, CodingKey {
        case createdAt = "created_at"
        case id
        case idStr = "id_str"
        case text
        case source
        case truncated
        case inReplyToStatusID = "in_reply_to_status_id"
        case inReplyToStatusIDStr = "in_reply_to_status_id_str"
        case inReplyToUserID = "in_reply_to_user_id"
        case inReplyToUserIDStr = "in_reply_to_user_id_str"
        case inReplyToScreenName = "in_reply_to_screen_name"
        case user
        case geo
        case coordinates
        case place
        case contributors
        case isQuoteStatus = "is_quote_status"
        case retweetCount = "retweet_count"
        case favoriteCount = "favorite_count"
        case entities
        case favorited
        case retweeted
        case possiblySensitive = "possibly_sensitive"
        case lang
        case retweetedStatus = "retweeted_status"
    }
}
