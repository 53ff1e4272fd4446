internal import Mimeograph

/// How much may come out of so many compressed bytes.
struct InflationLimit {
    private let limits: DecodingLimits
    private let taken: Int
    /// The most bytes of output; less than `Int.max`.
    let bytes: Int

    /// Takes the smaller of the two limits; small outputs are exempt from that on expansion.
    init(_ limits: DecodingLimits, taken: Int) {
        self.limits = limits
        self.taken = taken
        let expanded = max(
            ContentCodings.bytesExemptFromRatio,
            saturatingProduct(taken, max(limits.expansionRatio, 0))
        )
        bytes = min(max(limits.outputBytes, 0), expanded, Int.max - 1)
    }

    /// Throws where more came out. The error has no place: zlib takes input before it needs it, and how much hangs on how
    /// the body is cut.
    func check(_ inflater: Inflater) throws(SerializationError) {
        guard inflater.made > bytes else { return }
        try limits.check(.outputBytes, inflater.made)
        // Rounded up, so that a little more than the ratio is more.
        try limits.check(.expansionRatio, (inflater.made - 1) / max(taken, 1) + 1)
    }
}

/// The product of two figures that are not negative, or the greatest there is.
func saturatingProduct(_ one: Int, _ other: Int) -> Int {
    let (product, overflows) = one.multipliedReportingOverflow(by: other)
    return overflows ? .max : product
}
