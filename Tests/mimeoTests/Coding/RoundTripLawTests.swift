import Foundation
import Mimeograph
import TestSupport
import Testing

/// A format reads back what it writes. For each listed value in each position, the value survives, or encoding throws, or the
/// format's page and a row here name the loss.
@Suite struct RoundTripLawTests {
    @Test(arguments: RoundTripFormat.all) func whatIsWrittenIsReadBack(format: RoundTripFormat) throws {
        var faults: [String] = []
        var losses: Set<String> = []
        for position in RoundTripPosition.all {
            for row in RoundTripCase.all {
                guard let fault = format.fault(of: position.place(row.value)) else { continue }
                if let loss = format.losses.first(where: { $0.covers(position, row.name) }) {
                    losses.insert(loss.sentence)
                } else {
                    faults.append("\(row.name) as \(position): \(fault)")
                }
            }
        }
        #expect(faults.isEmpty, "\(faults.count) faults:\n\(faults.prefix(40).joined(separator: "\n"))")
        for loss in format.losses {
            #expect(losses.contains(loss.sentence), "Nothing is lost so any more: \(loss.sentence)")
        }
    }

    /// The page of each format names its losses.
    @Test(arguments: RoundTripFormat.all) func thePageNamesEachLoss(format: RoundTripFormat) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: folder.appendingPathComponent(format.page), encoding: .utf8)
        let words = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for loss in format.losses { #expect(words.contains(loss.sentence)) }
    }

    @Test func theListIsLong() {
        #expect(RoundTripCase.all.count >= 140)
        #expect(Set(RoundTripCase.all.map(\.name)).count == RoundTripCase.all.count)
        #expect(Set(RoundTripCase.all.map { "\(type(of: $0.value))" }).count >= 80)
    }
}
