// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_buddy_front between an L2 that may make any request and readers and writers that may be done
/// with an entry at any time. PART chooses what is checked:
/// 0: handshake rules of its outputs.
/// 1: requests leave in the order in which they came, each once.
/// 2: an allocated entry is free; of two requests for one line, any line, at least one of them a
///    write, the later one is issued when the earlier one is done.
module fv_buddy_front #(
    parameter int PART = 0,
    parameter int ENTRIES = 4
) (
    input wire logic                       clk_i,
    input wire logic                       again_i,
    input wire logic                       cfg_valid_i,
    input wire logic [1:0]                 cfg_reg_i,
    input wire logic [19:0]                cfg_data_i,
    input wire logic                       q_valid_i,
    input wire logic                       q_write_i,
    input wire logic [1:0]                 q_id_i,
    input wire logic                       q_compressed_i,
    input wire logic [2:0]                 q_target_i,
    input wire logic                       q_codec_i,
    input wire logic [4:0]                 q_slot_i,
    input wire logic [4:0]                 q_frame_i,
    input wire logic [4:0]                 q_index_i,
    input wire logic                       r_ready_i,
    input wire logic                       w_ready_i,
    input wire logic [ENTRIES-1:0]         r_free_i,
    input wire logic                       w_done_i,
    input wire logic [$clog2(ENTRIES)-1:0] w_entry_i
);
  localparam int EW = $clog2(ENTRIES);
  localparam int CODEC_W = lp_codec_pkg::CODEC_W;
  localparam int BEAT = EW + 70 + CODEC_W;

  wire rst_n, q_ready, r_valid, w_valid, compressed;
  wire [CODEC_W-1:0] codec;
  wire [EW-1:0] entry;
  wire [7:0] id;
  wire [1:0] fault;
  wire [2:0] target;
  wire [19:0] dev_addr, spill_addr;
  wire [20:0] meta_addr;
  // The watched line; an id shows which requests are for it.
  (* anyconst *) logic [9:0] watched;
  wire about;
  assign about = {q_frame_i, q_index_i} == watched;

  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_buddy_front #(.SHARE_W(12), .FRAME_W(5), .SLOT_W(5), .ADDR_W(20), .ENTRIES(ENTRIES)) u_dut (
      .clk_i, .rst_ni(rst_n), .cfg_valid_i, .cfg_reg_i, .cfg_data_i, .q_valid_i,
      .q_ready_o(q_ready), .q_write_i, .q_id_i({5'd0, about, q_id_i}), .q_compressed_i, .q_target_i,
      .q_codec_i(CODEC_W'(q_codec_i)), .q_slot_i, .q_frame_i, .q_index_i, .r_valid_o(r_valid),
      .r_ready_i, .w_valid_o(w_valid), .w_ready_i, .m_entry_o(entry), .m_id_o(id),
      .m_fault_o(fault), .m_compressed_o(compressed), .m_target_o(target), .m_codec_o(codec),
      .m_dev_addr_o(dev_addr), .m_spill_addr_o(spill_addr), .m_meta_addr_o(meta_addr), .r_free_i,
      .w_done_i, .w_done_entry_i(w_entry_i));

  // Issued and not done; which of those are writes, and which are for the line.
  logic [ENTRIES-1:0] read_q, write_q, about_q;
  wire r_take, w_take;
  wire [ENTRIES-1:0] given, w_ends;
  assign r_take = r_valid && r_ready_i;
  assign w_take = w_valid && w_ready_i;
  assign given = {{ENTRIES - 1{1'b0}}, r_take || w_take} << entry;
  assign w_ends = {{ENTRIES - 1{1'b0}}, w_done_i} << w_entry_i;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      read_q <= '0;
      write_q <= '0;
    end else begin
      read_q <= (read_q & ~r_free_i) | (given & {ENTRIES{r_take}});
      write_q <= (write_q & ~w_ends) | (given & {ENTRIES{w_take}});
    end
    about_q <= (about_q & ~given) | (given & {ENTRIES{id[2]}});
  end
  always_comb assume ((r_free_i & ~read_q) == '0);
  always_comb assume (!w_done_i || write_q[w_entry_i]);

  generate
    if (PART == 0) begin : g_handshake
      wire [BEAT-1:0] beat;
      assign beat = {entry, id[2:0], fault, compressed, target, codec, dev_addr, spill_addr,
                     meta_addr} & {BEAT{r_valid || w_valid}};
      fv_stream #(.WIDTH(BEAT)) u_r (
          .clk_i, .rst_ni(rst_n), .valid_i(r_valid), .ready_i(r_ready_i), .data_i(beat));
      fv_stream #(.WIDTH(BEAT)) u_w (
          .clk_i, .rst_ni(rst_n), .valid_i(w_valid), .ready_i(w_ready_i), .data_i(beat));
      fv_assert u_one (.hold_i(!rst_n || !(r_valid && w_valid)));
    end else if (PART == 1) begin : g_order
      fv_order #(.WIDTH(8 + CODEC_W), .HOLDS(3), .EAGER(0)) u_order (
          .clk_i, .rst_ni(rst_n), .push_i(q_valid_i && q_ready),
          .push_data_i({q_write_i, about, q_id_i, CODEC_W'(q_codec_i), q_compressed_i,
                        q_target_i}),
          .valid_i(1'b0), .pop_i(r_take || w_take),
          .pop_data_i({w_take, id[2:0], codec, compressed, target}));
    end else begin : g_lines
      wire [ENTRIES-1:0] busy, readers, writers;
      assign busy = read_q | write_q;
      assign readers = about_q & read_q;
      assign writers = about_q & write_q;
      fv_assert u_free (.hold_i(!rst_n || !(r_take || w_take) || !busy[entry]));
      fv_assert u_read (.hold_i(!rst_n || !r_take || !id[2] || writers == '0));
      fv_assert u_write (.hold_i(!rst_n || !w_take || !id[2] || (writers | readers) == '0));
      fv_cover u_two (.seen_i(rst_n && r_take && id[2] && readers != '0));
      fv_cover u_all (.seen_i(rst_n && busy == '1));
    end
  endgenerate
endmodule

`default_nettype wire
