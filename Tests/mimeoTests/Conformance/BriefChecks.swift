import MimeographConformance

extension [ConformanceSuite] {
    /// The checks of all suites, with fewer mutations than `Scripts/test` tries in child processes when it is through.
    var briefChecks: [ConformanceCheck] {
        flatMap { suite in
            var brief = suite
            brief.mutationCount = 200
            return brief.checks
        }
    }
}
