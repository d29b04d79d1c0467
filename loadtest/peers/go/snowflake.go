package main

import (
	"sync"
	"time"
)

const (
	epochMillis  = 1288834974657
	workerBits   = 10
	sequenceBits = 12
	sequenceMask = 1<<sequenceBits - 1
)

// snowflake makes 41 bits of time, 10 of worker and 12 of sequence, one caller at a time.
type snowflake struct {
	mutex    sync.Mutex
	worker   int64
	millis   int64
	sequence int64
}

func newSnowflake(worker int64) *snowflake {
	return &snowflake{worker: worker}
}

func (s *snowflake) next() int64 {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	now := time.Now().UnixMilli()
	if now <= s.millis {
		now = s.millis
		s.sequence = (s.sequence + 1) & sequenceMask
		if s.sequence == 0 {
			now = awaitAfter(now)
		}
	} else {
		s.sequence = 0
	}
	s.millis = now
	return (now-epochMillis)<<(workerBits+sequenceBits) | s.worker<<sequenceBits | s.sequence
}

func awaitAfter(millis int64) int64 {
	now := time.Now().UnixMilli()
	for now <= millis {
		time.Sleep(50 * time.Microsecond)
		now = time.Now().UnixMilli()
	}
	return now
}
