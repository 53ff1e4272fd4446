import Mimeograph

/// One step of a coding path, made into a `CodingKey` only when somebody asks.
@usableFromInline
package enum CodingStep {
    case key(any CodingKey)
    case index(Int)

    @usableFromInline
    package var codingKey: any CodingKey {
        switch self {
        case .key(let key): key
        case .index(let index): PlainCodingKey(index: index)
        }
    }
}

extension Sequence<CodingStep> {
    /// The steps as the standard library has them.
    @usableFromInline
    package var codingPath: [any CodingKey] { map(\.codingKey) }
}
