import Mimeograph

/// What a parser of a stream holds to.
struct JSONStreamRules {
    /// What is accepted; comments never are, because they could hide where an element ends.
    let options: JSONReadingOptions
    /// What each element may cost.
    let limits: DecodingLimits
    /// Whether an element that cannot be read ends the stream.
    let stopsAtInvalidElements: Bool

    init(options: JSONReadingOptions, limits: DecodingLimits, stopsAtInvalidElements: Bool = true) {
        var options = options
        options.allowsComments = false
        self.options = options
        self.limits = limits
        self.stopsAtInvalidElements = stopsAtInvalidElements
    }

    /// The rules for elements of an array, which are no texts of their own.
    init(elementsOf options: JSONReadingOptions, limits: DecodingLimits) {
        var options = options
        options.allowsFragments = true
        self.init(options: options, limits: limits)
    }

    /// Whether one pass over the bytes finds all that these options ask for.
    var arePlain: Bool {
        !options.allowsTrailingCommas && options.duplicateKeys == .lastWins && options.allowsFragments
    }

    /// What the scan must hold to.
    var scan: JSONScanRules { JSONScanRules(stripping: options.nullStripping, depth: limits.depth) }
}
