/// The bodies of the server. They are made here so that the server needs no files and no libraries.
enum SampleBodies {
    static let user = #"{"id": 7, "name": "Ada", "languages": ["Analytical Engine"], "retired": null}"#

    static let feed = """
        <?xml version="1.0" encoding="UTF-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom"><title>Harbour</title>
        <entry><title>High water at noon</title><id>urn:harbour:1</id></entry>
        <entry><title>The ferry is late</title><id>urn:harbour:2</id></entry></feed>
        """

    static let settings = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict><key>volume</key><integer>7</integer><key>muted</key><false/></dict></plist>
        """

    static let problem = """
        {"type": "https://example.com/problems/no-such-boat", "title": "No such boat", "status": 404, \
        "detail": "There is no boat of that name in the harbour."}
        """

    /// A body of two parts with the boundary `pier`.
    static let parts = """
        --pier\r
        Content-Disposition: form-data; name="title"\r
        \r
        The pier\r
        --pier\r
        Content-Disposition: form-data; name="facts"; filename="facts.json"\r
        Content-Type: application/json\r
        \r
        {"length": 120}\r
        --pier--\r

        """

    static func reading(_ number: Int) -> [UInt8] {
        Array(#"{"hour": \#(number), "level": \#(number * 3 % 7)}"#.utf8) + [10]
    }

    static func event(_ number: Int) -> [UInt8] {
        Array("id: \(number)\nevent: tide\ndata: {\"level\": \(number * 3 % 7)}\n\n".utf8)
    }

    /// Returns bytes that differ everywhere: the numbers of the lines.
    static func lines(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 16)
        var number = 0
        while bytes.count < count {
            let digits = String(number)
            bytes += Array(String(repeating: "0", count: max(0, 7 - digits.count)).utf8) + Array(digits.utf8) + [10]
            number += 1
        }
        return Array(bytes.prefix(count))
    }

    /// Returns a picture, red to the right and blue to the bottom, as PNG of 8 bits with stored blocks. Source: PNG §5, §11; RFC
    /// 1950.
    static func picture(side: Int) -> [UInt8] {
        var rows: [UInt8] = []
        for row in 0..<side {
            rows.append(0)
            for column in 0..<side { rows += [UInt8(column * 255 / side), 96, UInt8(row * 255 / side)] }
        }
        let size = bigEndian(UInt32(side))
        let stream = [0x78, 0x01] + storedBlock(rows) + bigEndian(adler32(rows))
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", size + size + [8, 2, 0, 0, 0]) + chunk("IDAT", stream) + chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + content
        return bigEndian(UInt32(content.count)) + checked + bigEndian(crc32(checked))
    }

    /// Returns the bytes in gzip format, not compressed. Source: RFC 1952 §2.
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + storedBlock(bytes) + bigEndian(crc32(bytes)).reversed()
            + bigEndian(UInt32(bytes.count)).reversed()
    }

    /// Returns one block, the last one, of at most 65,535 bytes. Source: RFC 1951 §3.2.4.
    private static func storedBlock(_ bytes: [UInt8]) -> [UInt8] {
        let length = UInt16(bytes.count)
        return [1, UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8)] + bytes
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
    }

    /// Source: RFC 1952 §8.
    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }

    /// Source: RFC 1950 §8.
    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        return high << 16 | low
    }
}
