/// The whole of twitter.json.
package struct TwitterSearch: ModelCodable, Sendable {
    let statuses: [TwitterStatus]
    let searchMetadata: Metadata

    enum CodingKeys: String, CodingKey {
        case statuses
        case searchMetadata = "search_metadata"
    }

    struct Metadata: ModelCodable, Sendable {
        let completedIn: Double
        let maxID: Int64
        let maxIDStr: String
        let nextResults: String
        let query: String
        let refreshURL: String
        let count: Int
        let sinceID: Int64
        let sinceIDStr: String

        enum CodingKeys: String, CodingKey {
            case completedIn = "completed_in"
            case maxID = "max_id"
            case maxIDStr = "max_id_str"
            case nextResults = "next_results"
            case query
            case refreshURL = "refresh_url"
            case count
            case sinceID = "since_id"
            case sinceIDStr = "since_id_str"
        }
    }
}
