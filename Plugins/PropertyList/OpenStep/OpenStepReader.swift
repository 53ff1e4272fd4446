import Mimeograph
import MimeographTree

/// A reader of property lists in the text form of OpenStep. It also reads the members of a dictionary without braces, the form of
/// files of localized strings. A text of only space and comments is such a dictionary without members.
///
/// Source: CFOldStylePList.c of CoreFoundation.
enum OpenStepReader {
    /// Reads a text that is followed by the padding of a document.
    static func read(_ text: consuming [UInt8], limits: DecodingLimits) throws(PropertyListParseError)
        -> TapeDocument
    {
        var bytes = text
        var tape: [UInt64] = []
        // The standard library's calls do not take typed errors, so the parse error is passed as a value.
        var parseError: PropertyListParseError?
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            // SAFETY: the text has the padding that PropertyListBytes needs, and nothing else uses it in this closure.
            let bytes = unsafe PropertyListBytes(buffer, base: base)
            var scanner = OpenStepScanner(bytes: bytes, depth: limits.depth, elements: limits.elements)
            do throws(PropertyListParseError) {
                try scanner.scan()
                tape = scanner.tape
            } catch {
                parseError = error
            }
        }
        if let parseError { throw parseError }
        return TapeDocument(bytes: bytes, tape: tape, form: PropertyListFileFormat.openStep.form)
    }
}

/// The encoding of NeXTSTEP, which octal escapes use.
///
/// Source: NEXTSTEP.TXT of the Unicode Consortium.
enum NextStepEncoding {
    /// Returns the character of a byte; nil for the two bytes without one.
    static func scalar(of byte: UInt8) -> Unicode.Scalar? {
        guard byte >= 0x80 else { return Unicode.Scalar(byte) }
        guard byte < 0xFE else { return nil }
        return Unicode.Scalar(upperHalf[Int(byte) - 0x80])
    }

    /// The characters of 0x80 to 0xFD.
    private static let upperHalf: [UInt16] = [
        0x00A0, 0x00C0, 0x00C1, 0x00C2, 0x00C3, 0x00C4, 0x00C5, 0x00C7, 0x00C8, 0x00C9, 0x00CA, 0x00CB, 0x00CC, 0x00CD,
        0x00CE, 0x00CF, 0x00D0, 0x00D1, 0x00D2, 0x00D3, 0x00D4, 0x00D5, 0x00D6, 0x00D9, 0x00DA, 0x00DB, 0x00DC, 0x00DD,
        0x00DE, 0x00B5, 0x00D7, 0x00F7, 0x00A9, 0x00A1, 0x00A2, 0x00A3, 0x2044, 0x00A5, 0x0192, 0x00A7, 0x00A4, 0x2019,
        0x201C, 0x00AB, 0x2039, 0x203A, 0xFB01, 0xFB02, 0x00AE, 0x2013, 0x2020, 0x2021, 0x00B7, 0x00A6, 0x00B6, 0x2022,
        0x201A, 0x201E, 0x201D, 0x00BB, 0x2026, 0x2030, 0x00AC, 0x00BF, 0x00B9, 0x02CB, 0x00B4, 0x02C6, 0x02DC, 0x00AF,
        0x02D8, 0x02D9, 0x00A8, 0x00B2, 0x02DA, 0x00B8, 0x00B3, 0x02DD, 0x02DB, 0x02C7, 0x2014, 0x00B1, 0x00BC, 0x00BD,
        0x00BE, 0x00E0, 0x00E1, 0x00E2, 0x00E3, 0x00E4, 0x00E5, 0x00E7, 0x00E8, 0x00E9, 0x00EA, 0x00EB, 0x00EC, 0x00C6,
        0x00ED, 0x00AA, 0x00EE, 0x00EF, 0x00F0, 0x00F1, 0x0141, 0x00D8, 0x0152, 0x00BA, 0x00F2, 0x00F3, 0x00F4, 0x00F5,
        0x00F6, 0x00E6, 0x00F9, 0x00FA, 0x00FB, 0x0131, 0x00FC, 0x00FD, 0x0142, 0x00F8, 0x0153, 0x00DF, 0x00FE, 0x00FF,
    ]
}
