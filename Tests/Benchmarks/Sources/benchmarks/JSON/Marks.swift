import MarkedModels

/// The marks of the models, which conform to `SynthesizedCodable`.
enum Marks {
    /// Checks that none of the models coded so far is coded by its own functions. Otherwise the figures would be for unmarked types.
    static func check() throws {
        let reasons = Models.unmarkedReasons
        guard reasons.isEmpty else { throw BrokenEngine("Marks have no effect: \(reasons.joined(separator: "; "))") }
    }
}
