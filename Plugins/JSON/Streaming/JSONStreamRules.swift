import Mimeograph

/// What a parser of a stream holds to.
struct JSONStreamRules {
    /// What is accepted; comments never are, because they could hide where an element ends.
    let options: JSONReadingOptions
    /// What each element may cost.
    let budget: DecodeBudget
    /// Whether an element that cannot be read ends the stream.
    let stopsAtInvalidElements: Bool

    init(options: JSONReadingOptions, budget: DecodeBudget, stopsAtInvalidElements: Bool = true) {
        var options = options
        options.allowsComments = false
        self.options = options
        self.budget = budget
        self.stopsAtInvalidElements = stopsAtInvalidElements
    }

    /// The rules for elements of an array, which are no texts of their own.
    init(elementsOf options: JSONReadingOptions, budget: DecodeBudget) {
        var options = options
        options.allowsFragments = true
        self.init(options: options, budget: budget)
    }

    /// Whether one pass over the bytes finds all that these options ask for.
    var arePlain: Bool {
        !options.allowsTrailingCommas && options.duplicateKeys == .lastWins && options.allowsFragments
    }

    /// What the scan must hold to.
    var scan: JSONScanRules { JSONScanRules(stripping: options.nullStripping, depth: budget.depth) }
}
