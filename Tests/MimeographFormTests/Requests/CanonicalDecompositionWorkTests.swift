import TestSupport
import Testing

@testable import MimeographForm

@Suite struct CanonicalDecompositionWorkTests {
    @Test func runsOfMarks() {
        let work = TextWork("decomposition") { _ = CanonicalDecomposition.scalars(of: $0) }
        #expect(work.growth < GrowthOfWork.inProportion)
    }
}
