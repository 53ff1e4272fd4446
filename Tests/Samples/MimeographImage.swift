private let firstBytes: [UInt8] = []
