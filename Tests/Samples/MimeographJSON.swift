private let received: [[UInt8]] = []
