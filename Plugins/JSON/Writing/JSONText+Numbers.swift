extension JSONText {
    /// Writes an integer in decimal.
    mutating func appendInteger(_ value: some FixedWidthInteger) {
        append(raw: String(value).utf8)
    }

    /// Writes a double with the fewest digits that read back as the same double.
    ///
    /// As Foundation's `JSONEncoder` does: `1.0` is written `1`, `1e20` is `1e+20`, `-0.0` is `-0`.
    /// The value must be finite; JSON has no text for others.
    mutating func appendDouble(_ value: Double) {
        assert(value.isFinite)
        append(number: value.description)
    }

    /// The same for a float: `2.3` stays `2.3`.
    mutating func appendFloat(_ value: Float) {
        assert(value.isFinite)
        append(number: value.description)
    }

    private mutating func append(number description: String) {
        append(raw: description.hasSuffix(".0") ? description.utf8.dropLast(2) : description.utf8[...])
    }
}
