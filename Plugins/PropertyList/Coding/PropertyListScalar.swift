/// What stands for null where a format or a reader has none.
enum PropertyListScalar {
    /// As Foundation's coders have it.
    static let null = "$null"
}
