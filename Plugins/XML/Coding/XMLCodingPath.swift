import Mimeograph

/// The keys from the root to a value, shared by all values below it.
final class XMLCodingPath {
    let parent: XMLCodingPath?
    private let key: any CodingKey
    /// The number of keys.
    let depth: Int

    init(_ parent: XMLCodingPath?, _ key: any CodingKey) {
        self.parent = parent
        self.key = key
        depth = (parent?.depth ?? 0) + 1
    }

    private var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var path: XMLCodingPath? = self
        while let step = path {
            keys.append(step.key)
            path = step.parent
        }
        return keys.reversed()
    }

    static func keys(of path: XMLCodingPath?) -> [any CodingKey] { path?.keys ?? [] }
}
