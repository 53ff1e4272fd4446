import MimeographTree
import TestSupport
import Testing

/// Names with long runs of combining marks, which Swift's own comparison sorts first.
@Suite struct RunsOfMarksTests {
    static let texts: [TextWork] = [
        TextWork("from snake case") { _ = SnakeCase.camelCase("_a_\($0)_b_\($0)_") { String($0) } },
        TextWork("to snake case") { _ = SnakeCase.snakeCase("\($0)\($0.uppercased())b\($0)") },
    ]

    @Test(arguments: texts) func workGrowsWithTheTextOnly(_ work: TextWork) {
        #expect(work.growth < GrowthOfWork.inProportion)
    }
}
