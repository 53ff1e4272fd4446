import MimeographConformance

/// The suites of everything that is built in; a new plugin adds its own here.
enum Suites {
    /// All of them, in the order in which a report has them.
    static var all: [ConformanceSuite] {
        CoreConformance.suites + JSONConformance.suites + XMLConformance.suites + PropertyListConformance.suites
            + FormConformance.suites + CompressionConformance.suites + EventStreamConformance.suites
            + CompoundConformance.suites + ImageConformance.suites
    }

    /// Why a suite has no second reader.
    static let noOracle = "no reader of somebody else's is at hand here"
    /// Why a suite says nothing about pixels.
    static let noPixels = "it makes no image"
}
