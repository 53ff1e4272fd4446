/// The whole of citm_catalog.json.
package struct Catalog: ModelCodable, Sendable {
    let areaNames: [String: String]
    let audienceSubCategoryNames: [String: String]
    let blockNames: [String: String]
    let events: [String: Event]
    let performances: [Performance]
    let seatCategoryNames: [String: String]
    let subTopicNames: [String: String]
    let subjectNames: [String: String]
    let topicNames: [String: String]
    let topicSubTopics: [String: [Int]]
    let venueNames: [String: String]

    struct Event: ModelCodable, Sendable {
        let description: String?
        let id: Int
        let logo: String?
        let name: String
        let subTopicIds: [Int]
        let subjectCode: String?
        let subtitle: String?
        let topicIds: [Int]
    }

    struct Performance: ModelCodable, Sendable {
        let eventId: Int
        let id: Int
        let logo: String?
        let name: String?
        let prices: [Price]
        let seatCategories: [SeatCategory]
        let seatMapImage: String?
        let start: Int
        let venueCode: String
    }

    struct Price: ModelCodable, Sendable {
        let amount: Int
        let audienceSubCategoryId: Int
        let seatCategoryId: Int
    }

    struct SeatCategory: ModelCodable, Sendable {
        let areas: [Area]
        let seatCategoryId: Int
    }

    struct Area: ModelCodable, Sendable {
        let areaId: Int
        let blockIds: [Int]
    }
}
