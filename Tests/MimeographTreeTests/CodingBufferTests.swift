import Mimeograph
import MimeographTree
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

    /// Whether elements are taken or left behind, as by an error, each is released once.
    @Test(arguments: [0, 1, 5], [true, false])
    func elementsAreReleasedOnce(count: Int, isTaken: Bool) {
        let tally = Tally()
        var taken: [Counted] = []
        do {
            var buffer = CodingBuffer<Counted>(capacity: 5)
            for _ in 0..<count { buffer.append(Counted(tally)) }
            #expect(buffer.count == count && tally.alive == count)
            if isTaken { taken = buffer.take() }
        }
        #expect(taken.count == (isTaken ? count : 0))
        #expect(tally.alive == taken.count)
        taken = []
        #expect(tally.alive == 0)
    }
}
