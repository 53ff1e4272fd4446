import TestSupport
import Testing

/// Tests the measure of growth that other tests rely on, with work whose growth is known.
@Suite struct GrowthOfWorkTests {
    @Test func proportionalWorkIsDetected() {
        let growth = GrowthOfWork.perDoubling(from: 100) { size in
            [Int](0..<size)
        } work: { numbers in
            #expect(numbers.reduce(0, &+) >= 0)
        }
        #expect(growth < GrowthOfWork.inProportion)
    }

    @Test func quadraticWorkIsDetected() {
        let growth = GrowthOfWork.perDoubling(from: 10) { size in
            var sum = 0
            for one in 0..<size { for other in 0..<size { sum &+= one ^ other } }
            #expect(sum >= 0)
        }
        #expect(growth > GrowthOfWork.inProportion)
    }

    /// A limit on the size does not hide quadratic work.
    @Test func quadraticWorkOnSmallInputsIsDetected() {
        let growth = GrowthOfWork.perDoubling(from: 1, upTo: 80) { size in
            var sum = 0
            for one in 0..<size { for other in 0..<size { sum &+= one ^ other } }
            #expect(sum >= 0)
        }
        #expect(growth > GrowthOfWork.inProportion)
    }
}
