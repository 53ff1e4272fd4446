import MimeographEventStream

/// A reader that follows the steps of the standard one by one, with the whole text in memory.
///
/// It is slow and simple, so the parser can be compared with it.
enum EventModel {
    static func events(of bytes: [UInt8]) -> [ServerSentEvent] {
        var bytes = bytes[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        var events: [ServerSentEvent] = []
        var (data, type, id, retry) = ([UInt8](), "", "", Int?.none)
        for line in lines(of: Array(bytes)) {
            if line.isEmpty {
                if !data.isEmpty {
                    let text = String(decoding: data.dropLast(), as: UTF8.self)
                    events.append(
                        ServerSentEvent(
                            type: type.isEmpty ? "message" : type,
                            data: text,
                            lastEventID: id,
                            retry: retry
                        )
                    )
                }
                (data, type) = ([], "")
                continue
            }
            var (name, value) = (line[...], ArraySlice<UInt8>())
            if let colon = line.firstIndex(of: 0x3A) {
                (name, value) = (line[..<colon], line[(colon + 1)...])
                if value.first == 0x20 { value = value.dropFirst() }
            }
            switch String(decoding: name, as: UTF8.self) {
            case "event": type = String(decoding: value, as: UTF8.self)
            case "data": data += value + [0x0A]
            case "id" where !value.contains(0): id = String(decoding: value, as: UTF8.self)
            case "retry" where !value.isEmpty && value.allSatisfy({ (0x30...0x39).contains($0) }):
                retry = Int(String(decoding: value, as: UTF8.self)) ?? .max
            default: break
            }
        }
        return events
    }

    /// Returns the lines that are terminated.
    private static func lines(of bytes: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var line: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            guard byte == 0x0A || byte == 0x0D else {
                line.append(byte)
                continue
            }
            if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
            lines.append(line)
            line = []
        }
        return lines
    }
}
