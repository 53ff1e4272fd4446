/// The whole of canada.json, which is GeoJSON.
package struct FeatureCollection: ModelCodable, Sendable {
    let type: String
    let features: [Feature]

    struct Feature: ModelCodable, Sendable {
        let type: String
        let properties: Properties
        let geometry: Geometry
    }

    struct Properties: ModelCodable, Sendable {
        let name: String
    }

    struct Geometry: ModelCodable, Sendable {
        let type: String
        /// Rings of positions, each a longitude and a latitude.
        let coordinates: [[[Double]]]
    }
}
