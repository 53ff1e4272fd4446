/// The whole of canada.json, which is GeoJSON.
struct FeatureCollection: Codable, Sendable {
    let type: String
    let features: [Feature]

    struct Feature: Codable, Sendable {
        let type: String
        let properties: Properties
        let geometry: Geometry
    }

    struct Properties: Codable, Sendable {
        let name: String
    }

    struct Geometry: Codable, Sendable {
        let type: String
        /// Rings of positions, each a longitude and a latitude.
        let coordinates: [[[Double]]]
    }
}
