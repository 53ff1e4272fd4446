/// A status.
struct TwitterStatus: ModelCodable, Sendable {
    let metadata: Metadata
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
    let user: TwitterUser
    let geo: Point?
    let coordinates: Point?
    let place: String?
    let contributors: [Int64]?
    let retweetCount: Int
    let favoriteCount: Int
    let entities: TwitterEntities
    let favorited: Bool
    let retweeted: Bool
    let possiblySensitive: Bool?
    let lang: String
    let retweetedStatus: Box<TwitterStatus>?

    enum CodingKeys: String, CodingKey {
        case metadata
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
        case retweetCount = "retweet_count"
        case favoriteCount = "favorite_count"
        case entities
        case favorited
        case retweeted
        case possiblySensitive = "possibly_sensitive"
        case lang
        case retweetedStatus = "retweeted_status"
    }

    struct Metadata: ModelCodable, Sendable {
        let resultType: String
        let isoLanguageCode: String

        enum CodingKeys: String, CodingKey {
            case resultType = "result_type"
            case isoLanguageCode = "iso_language_code"
        }
    }

    struct Point: ModelCodable, Sendable {
        let type: String
        let coordinates: [Double]
    }
}
