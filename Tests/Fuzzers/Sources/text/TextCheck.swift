import FuzzerSupport
import Mimeograph
import MimeographText

/// Decodes bytes as one encoding, under both policies, and against the standard library where it knows the encoding.
struct TextCheck {
    let input: [UInt8]
    let encoding: TextEncoding

    func run() {
        let replaced = transcoded(.replace)
        let refused = transcoded(.refuse)
        guard encoding.isSupported else {
            require(replaced == nil && refused == nil, "\(encoding) has no table, and is decoded")
            return
        }
        guard let replaced else { disagree("\(encoding): invalid bytes are to be replaced, and an error is thrown") }
        require(replaced.count <= 3 * input.count, "\(encoding): \(input.count) bytes became \(replaced.count)")
        require(String(validating: replaced, as: UTF8.self) != nil, "\(encoding): what was made is not UTF-8")
        if let refused { require(refused == replaced, "\(encoding): valid bytes give two texts") }
        if let oracle = oracle() {
            let text = String(decoding: replaced, as: UTF8.self)
            require(
                text.unicodeScalars.elementsEqual(oracle.unicodeScalars),
                "\(encoding): \(text.debugDescription), and should be \(oracle.debugDescription)"
            )
        }
    }

    private func transcoded(_ policy: TextDecoding.InvalidSequencePolicy) -> [UInt8]? {
        do throws(SerializationError) {
            return try TextDecoding.transcodeToUTF8(input.span, from: encoding, onInvalid: policy)
        } catch {
            require(error, fits: input, codes: [.invalidText, .unsupportedCharset])
            require(encoding.isSupported == (error.code == .invalidText), "\(encoding): the wrong error: \(error)")
            return nil
        }
    }

    /// The text as the standard library reads it; nil for what it does not know, or counts in another way.
    private func oracle() -> String? {
        switch encoding {
        case .utf8: String(decoding: withoutMark([0xEF, 0xBB, 0xBF]), as: UTF8.self)
        case .utf16LittleEndian: utf16(withoutMark([0xFF, 0xFE])) { UInt16($1) << 8 | UInt16($0) }
        case .utf16BigEndian: utf16(withoutMark([0xFE, 0xFF])) { UInt16($0) << 8 | UInt16($1) }
        default: nil
        }
    }

    private func withoutMark(_ mark: [UInt8]) -> ArraySlice<UInt8> {
        input.starts(with: mark) ? input.dropFirst(mark.count) : input[...]
    }

    /// An odd byte at the end is cut off a unit, which is one replacement character more.
    private func utf16(_ bytes: ArraySlice<UInt8>, unit: (UInt8, UInt8) -> UInt16) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
        return String(decoding: units, as: UTF16.self)
    }
}
