import Mimeograph
import MimeographText

/// Text in each encoding, with and without a byte order mark and a label, is read correctly or refused.
struct CharsetsLaw: LawChecker {
    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? {
        underTest.whyNotRead ?? underTest.skipped[law]
    }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        guard let text = underTest.text else {
            throw Violation("Declare .text(…, as: …), or .notApplicable(.charsets, because: …).")
        }
        let plain = underTest.head().contentType ?? "text/plain"
        var cases: [ConformanceCase] = []
        for cell in TextMatrix.cells(of: text) {
            var type = plain
            if let label = cell.label {
                guard let labelled = try? plain.adding(parameter: "charset", value: label) else { continue }
                type = labelled
            }
            cases.append(
                ConformanceCase(
                    law: law,
                    fixture: cell.name,
                    bytes: cell.bytes,
                    figure: cell.mustBeRead ? 1 : 0,
                    type: type
                )
            )
        }
        return AnySequence(cases)
    }

    /// The figure of a case is 1 if the text must be read.
    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        guard let text = underTest.text else { throw Violation("The suite declares no text.") }
        let reading = try underTest.read(single.bytes, head: underTest.head(for: single))
        if let error = reading.error {
            if single.figure == 1 { throw Violation("The text must be read, but was refused: \(error.message)") }
            return
        }
        guard let value = reading.value, try underTest.meets(text.expectation, value) else {
            throw Violation("The text was read as another value.")
        }
    }
}

/// A text in many encodings.
enum TextMatrix {
    /// A text in one encoding, with or without a mark and a label.
    struct Cell {
        let name: String
        let bytes: [UInt8]
        let label: String?
        let mustBeRead: Bool
    }

    /// Returns every encoding with a mark, a label or both, UTF-8 also with neither, and wrong labels.
    static func cells(of sample: SerializerUnderTest.TextSample) -> [Cell] {
        var cells: [Cell] = []
        let utf8 = Array(sample.text.utf8)
        let readsUTF8 = sample.encodings.contains(.utf8)
        cells.append(Cell(name: "UTF-8", bytes: utf8, label: nil, mustBeRead: readsUTF8))
        for (encoding, bytes, mark) in encodings(of: sample.text) {
            let isRead = sample.encodings.contains(encoding)
            let name = encoding.name
            cells.append(Cell(name: "\(name), label", bytes: bytes, label: name.lowercased(), mustBeRead: isRead))
            guard let mark else { continue }
            // A mark takes precedence over a label. Source: WHATWG Encoding Standard §6 "decode".
            for label in [nil, name, encoding == .utf8 ? "windows-1252" : "utf-8"] {
                cells.append(
                    Cell(
                        name: "\(name), mark\(label.map { " and the label \($0)" } ?? "")",
                        bytes: mark + bytes,
                        label: label,
                        mustBeRead: isRead && sample.allowsMarks
                    )
                )
            }
        }
        cells.append(Cell(name: "UTF-8, an unknown label", bytes: utf8, label: "x-nobody", mustBeRead: false))
        return cells
    }

    private static func encodings(of text: String) -> [(TextEncoding, [UInt8], mark: [UInt8]?)] {
        var all: [(TextEncoding, [UInt8], mark: [UInt8]?)] = [(.utf8, Array(text.utf8), [0xEF, 0xBB, 0xBF])]
        let units = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        all.append((.utf16LittleEndian, units, [0xFF, 0xFE]))
        all.append((.utf16BigEndian, units.swapped(by: 2), [0xFE, 0xFF]))
        let scalars = text.unicodeScalars.flatMap { scalar in
            stride(from: 0, to: 32, by: 8).map { UInt8(truncatingIfNeeded: scalar.value >> UInt32($0)) }
        }
        all.append((.utf32LittleEndian, scalars, [0xFF, 0xFE, 0, 0]))
        all.append((.utf32BigEndian, scalars.swapped(by: 4), [0, 0, 0xFE, 0xFF]))
        // Between 0xA0 and 0xFF, windows-1252 equals Unicode.
        if text.unicodeScalars.allSatisfy({ $0.value < 0x80 || (0xA0...0xFF).contains($0.value) }) {
            all.append((.windows1252, text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }, nil))
        }
        return all
    }
}

extension [UInt8] {
    /// Returns a copy with the bytes of each unit in reverse order.
    fileprivate func swapped(by size: Int) -> [UInt8] {
        stride(from: 0, to: count, by: size).flatMap { self[$0..<Swift.min(count, $0 + size)].reversed() }
    }
}
