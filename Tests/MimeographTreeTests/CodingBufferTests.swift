import Mimeograph
@testable import MimeographTree
import Testing

@Suite struct CodingBufferTests {
    final class Tally {
        var alive = 0
    }

    final class Counted {
        let tally: Tally
        init(_ tally: Tally) {
            self.tally = tally
            tally.alive += 1
        }
        deinit { tally.alive -= 1 }
    }

    /// Each element is released once, whether it is moved out or stays in the buffer, as after an error.
    @Test(arguments: [0, 1, 5], [true, false])
    func elementsAreReleasedOnce(count: Int, isMoved: Bool) {
        let tally = Tally()
        var moved: [Counted] = []
        do {
            var buffer = CodingBuffer<Counted>(capacity: 5)
            for _ in 0..<count { buffer.append(Counted(tally)) }
            #expect(buffer.count == count && tally.alive == count)
            if isMoved { moved = buffer.finish() }
        }
        #expect(moved.count == (isMoved ? count : 0))
        #expect(tally.alive == moved.count)
        moved = []
        #expect(tally.alive == 0)
    }
}
