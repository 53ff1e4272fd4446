import Mimeograph

extension StringProtocol {
    /// The UTF-8 of the text with CRLF for every line end: LF, CR or CRLF.
    package var utf8WithLineEndsAsCRLF: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        var isAfterReturn = false
        for byte in utf8 {
            if byte == FieldSyntax.lineFeed {
                if !isAfterReturn { bytes.append(FieldSyntax.carriageReturn) }
            } else if isAfterReturn {
                bytes.append(FieldSyntax.lineFeed)
            }
            bytes.append(byte)
            isAfterReturn = byte == FieldSyntax.carriageReturn
        }
        if isAfterReturn { bytes.append(FieldSyntax.lineFeed) }
        return bytes
    }
}
